// SPDX-License-Identifier: MIT
// node validate.mjs OUT.glb [SOURCE.glb]: prints what the Khronos validator says about OUT and did not say about SOURCE;
// exit 1 when there is anything. Without SOURCE, messages of severity "information" and "hint" do not count.
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

const [out, source] = process.argv.slice(2);
if (!out) {
	console.error("usage: node validate.mjs OUT.glb [SOURCE.glb]");
	process.exit(2);
}
const known = new Map();
for (const message of source ? await messagesOf(source) : []) {
	known.set(keyOf(message), (known.get(keyOf(message)) ?? 0) + 1);
}
let fresh = 0;
for (const message of await messagesOf(out)) {
	const left = known.get(keyOf(message)) ?? 0;
	if (left > 0) {
		known.set(keyOf(message), left - 1);
	} else if (source || message.severity < 2) {
		console.log(`${["error", "warning", "information", "hint"][message.severity]}: ${message.code} ${message.pointer ?? ""}: ${message.message}`);
		fresh += 1;
	}
}
console.log(`${out}: ${fresh} message(s)`);
process.exit(fresh > 0 ? 1 : 0);
