// SPDX-License-Identifier: MIT
// node validate.mjs OUT.glb [SOURCE] "" OUT.glb [SOURCE] "" ...: for each "valid OUT", or "FAILED: OUT ..." with what the Khronos
// validator says about OUT and did not say about SOURCE; exit 1 when there is anything. Without SOURCE, or with one that is no
// glTF, messages of severity "information" and "hint" do not count.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";

// The package may be installed here or anywhere that NODE_PATH names.
const validator = createRequire(import.meta.url)("gltf-validator");

async function messagesOf(file) {
	const data = new Uint8Array(await readFile(file));
	const report = await validator.validateBytes(data, {
		uri: file,
		maxIssues: 0,
		externalResourceFunction: async (uri) => new Uint8Array(await readFile(join(dirname(file), decodeURIComponent(uri)))),
	});
	return report.issues.messages;
}

// The same complaint counts once, wherever it points: additions move array indices.
const keyOf = (message) => `${message.severity} ${message.code}`;

// Messages about out that source does not have.
async function freshMessages(out, source) {
	const known = new Map();
	for (const message of source ? await messagesOf(source) : []) {
		known.set(keyOf(message), (known.get(keyOf(message)) ?? 0) + 1);
	}
	const fresh = [];
	for (const message of await messagesOf(out)) {
		const left = known.get(keyOf(message)) ?? 0;
		if (left > 0) {
			known.set(keyOf(message), left - 1);
		} else if (source || message.severity < 2) {
			fresh.push(`${["error", "warning", "information", "hint"][message.severity]}: ${message.code} ${message.pointer ?? ""}: ${message.message}`);
		}
	}
	return fresh;
}

const isGltf = (file) => /\.(glb|gltf)$/.test(file);
let failed = 0, row = [];
for (const word of [...process.argv.slice(2), ""]) {
	if (word !== "") {
		row.push(word);
		continue;
	}
	const [out, source] = row;
	if (out) {
		const fresh = await freshMessages(out, source && isGltf(source) ? source : undefined);
		failed += fresh.length > 0;
		console.log(fresh.length > 0 ? `FAILED: ${out}\n  ${fresh.slice(0, 15).join("\n  ")}` : `valid ${out}`);
	}
	row = [];
}
process.exit(failed > 0 ? 1 : 0);
