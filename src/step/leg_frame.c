// SPDX-License-Identifier: MIT
#include "step/leg_frame.h"

static const lwVec3 s_up = { 0.0f, 1.0f, 0.0f };

// Share of the toe in carrying the foot: 0 the heel is lower, 1 the toe is. Changes over a band of 2 % of the sole.
static float ToeShare(lwVec3 heel, lwVec3 toe, float halfLength) {
	float band = 0.04f * halfLength + 1e-9f;
	return lwSmoothStep(-band, band, heel.y - toe.y);
}

lwVec3 lwFootShape_Place(const lwFootShape* shape, float halfLength) {
	lwVec3 heel = lwRotate(shape->rot, shape->heel);
	lwVec3 toe = lwRotate(shape->rot, shape->toe);
	float share = halfLength > 0.0f ? ToeShare(heel, toe, halfLength) : 0.5f;
	lwVec3 byHeel = lwV3(-heel.x, 0.0f, -halfLength - heel.z);
	lwVec3 byToe = lwV3(-toe.x, 0.0f, halfLength - toe.z);
	lwVec3 place = lwLerp3(byHeel, byToe, share);
	place.y = -lwMinF(heel.y, toe.y);
	return place;
}

lwFootShape lwFootShape_Blend(const lwFootShape* a, const lwFootShape* b, float t) {
	lwFootShape r;
	r.rot = lwSlerp(a->rot, b->rot, t);
	r.heel = lwLerp3(a->heel, b->heel, t);
	r.toe = lwLerp3(a->toe, b->toe, t);
	r.end = lwLerp3(a->end, b->end, t);
	return r;
}

lwLegFrame lwLegFrame_Blend(const lwLegFrame* a, const lwLegFrame* b, float t) {
	lwLegFrame r;
	r.hipCS = lwLerp3(a->hipCS, b->hipCS, t);
	r.printCS = lwLerp3(a->printCS, b->printCS, t);
	r.printYaw = a->printYaw + lwWrapAngle(b->printYaw - a->printYaw) * t;
	r.shape = lwFootShape_Blend(&a->shape, &b->shape, t);
	return r;
}

float lwLeg_HalfSole(const lwLeg* leg, const lwMat34* cs) {
	if (leg->singleContact) {
		return 0.0f;
	}
	return 0.5f * lwDistance(lwContactPoint_Pos(&leg->heel, cs), lwContactPoint_Pos(&leg->toe, cs));
}

void lwLegFrame_FromPose(const lwLeg* leg, const lwMat34* cs, float fixedYaw, float halfLength, lwLegFrame* outFrame) {
	lwVec3 heel = lwContactPoint_Pos(&leg->heel, cs);
	lwVec3 toe = leg->singleContact ? heel : lwContactPoint_Pos(&leg->toe, cs);
	lwVec3 foot = cs[leg->footJoint].t;
	lwVec3 end = cs[leg->joints[leg->limbCount - 1]].t;
	lwQuat footRot = lwMat34Rotation(cs[leg->footJoint]);

	lwVec3 along = lwV3(toe.x - heel.x, 0.0f, toe.z - heel.z);
	bool pointed = lwLength(along) > 0.3f * halfLength && halfLength > 0.0f;
	float yaw = pointed ? lwAtan2(along.x, along.z) : fixedYaw;
	lwQuat printRot = lwQuatAxisAngle(s_up, yaw);
	lwQuat toPrint = lwConj(printRot);

	outFrame->hipCS = cs[leg->joints[0]].t;
	outFrame->printYaw = yaw;
	lwFootShape* shape = &outFrame->shape;
	shape->rot = lwQuatMul(toPrint, footRot);
	lwQuat toFoot = lwConj(footRot);
	shape->heel = lwRotate(toFoot, lwSub(heel, foot));
	shape->toe = lwRotate(toFoot, lwSub(toe, foot));
	shape->end = lwRotate(toFoot, lwSub(end, foot));

	// Where the print must lie so that placing the shape on it gives this foot.
	lwVec3 place = lwFootShape_Place(shape, halfLength);
	lwVec3 print = lwSub(foot, lwRotate(printRot, place));
	outFrame->printCS = print; // y: the lower point's height, since place.y puts it at 0
}
