#!/usr/bin/env node
// `npm run build` in the repository writes the bundle.
await import('../../dist/src/cli/main.js');
