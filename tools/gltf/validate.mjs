// Runs the Khronos validator on each file named on the command line; see tools/validate-gltf.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.join(process.env.GLTF_TOOLS_HOME, 'package.json'));
const validator = require('gltf-validator');
const severities = ['error', 'warning'];

async function validate(file) {
    const bytes = new Uint8Array(await readFile(file));
    const { issues } = await validator.validateBytes(bytes, {
        uri: path.basename(file),
        maxIssues: 0,
        externalResourceFunction: async (uri) =>
            new Uint8Array(await readFile(path.resolve(path.dirname(file), decodeURIComponent(uri)))),
    });
    console.log(`${file}: ${issues.numErrors} errors, ${issues.numWarnings} warnings, ${issues.numInfos} infos`);
    for (const { severity, code, pointer, offset, message } of issues.messages) {
        if (severity < severities.length) console.log(`  ${severities[severity]} ${code} at ${pointer ?? offset}: ${message}`);
    }
    return issues.numErrors + issues.numWarnings === 0;
}

let clean = true;
for (const file of process.argv.slice(2)) {
    try {
        clean = (await validate(file)) && clean;
    } catch (error) {
        console.log(`${file}: 1 errors, 0 warnings, 0 infos\n  error: ${error?.message ?? error}`);
        clean = false;
    }
}
process.exitCode = clean ? 0 : 1;
