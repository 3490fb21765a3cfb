// SPDX-License-Identifier: MIT
#include "step/leg_frame.h"

#include "math/fast.h"

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
	r.chain = lwLerpF(a->chain, b->chain, t);
	r.printYaw = a->printYaw + lwWrapAngle(b->printYaw - a->printYaw) * t;
	r.shape = lwFootShape_Blend(&a->shape, &b->shape, t);
	return r;
}

lwFootReference lwFootReference_FromPose(const lwLeg* leg, const lwMat34* cs, float travelYaw) {
	lwVec3 heel = lwContactPoint_Pos(&leg->heel, cs);
	lwVec3 toe = lwContactPoint_Pos(&leg->toe, cs);
	lwVec3 along = lwSub(toe, heel);
	lwFootReference reference;
	reference.rot = lwMat34Rotation(cs[leg->footJoint]);
	reference.halfLength = leg->singleContact ? 0.0f : 0.5f * lwLength(along);
	float flat = lwLength(lwV3(along.x, 0.0f, along.z));
	bool pointed = reference.halfLength > 0.0f && flat > 0.3f * reference.halfLength;
	reference.yaw = pointed ? lwAtan2(along.x, along.z) : travelYaw;
	return reference;
}

float lwLeg_Chain(const lwLeg* leg, const lwMat34* model) {
	float chain = 0.0f;
	for (int i = 0; i + 1 < leg->limbCount; ++i) {
		chain += lwDistance(model[leg->joints[i]].t, model[leg->joints[i + 1]].t);
	}
	return chain;
}

float lwLeg_Reach(const lwLeg* leg, const lwMat34* model) {
	float chain = lwLeg_Chain(leg, model);
	float reach = lwDistance(model[leg->joints[0]].t, model[leg->joints[leg->limbCount - 1]].t);
	return chain > 0.0f ? reach / chain : 0.0f;
}

static float TurnAboutUp(lwQuat q) {
	lwQuat twist = lwQuatTwist(q, s_up);
	return lwWrapAngle(2.0f * lwAtan2(twist.y, twist.w));
}

void lwLegFrame_FromPose(const lwLeg* leg, const lwMat34* cs, const lwFootReference* reference, lwLegFrame* outFrame) {
	lwVec3 heel = lwContactPoint_Pos(&leg->heel, cs);
	lwVec3 toe = leg->singleContact ? heel : lwContactPoint_Pos(&leg->toe, cs);
	lwVec3 foot = cs[leg->footJoint].t;
	lwVec3 end = cs[leg->joints[leg->limbCount - 1]].t;
	lwQuat footRot = lwMat34Rotation(cs[leg->footJoint]);

	float yaw = reference->yaw + TurnAboutUp(lwQuatMul(footRot, lwConj(reference->rot)));
	lwQuat printRot = lwQuatAxisAngle(s_up, yaw);

	outFrame->hipCS = cs[leg->joints[0]].t;
	outFrame->printYaw = yaw;
	outFrame->chain = lwLeg_Chain(leg, cs);
	lwFootShape* shape = &outFrame->shape;
	shape->rot = lwQuatMul(lwConj(printRot), footRot);
	lwQuat toFoot = lwConj(footRot);
	shape->heel = lwRotate(toFoot, lwSub(heel, foot));
	shape->toe = lwRotate(toFoot, lwSub(toe, foot));
	shape->end = lwRotate(toFoot, lwSub(end, foot));

	// Where the print must lie so that placing the shape on it gives this foot.
	lwVec3 place = lwFootShape_Place(shape, reference->halfLength);
	outFrame->printCS = lwSub(foot, lwRotate(printRot, place)); // y: the lower point's height, since place puts it at 0
}
