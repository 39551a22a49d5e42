// npm sets this when it installs a package; a rebuild in a linked checkout must not take it away.
import { chmodSync } from 'node:fs';
chmodSync(new URL('../dist/src/cli.js', import.meta.url), 0o755);
