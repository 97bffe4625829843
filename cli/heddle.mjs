#!/usr/bin/env node
// `npx heddle`: hands over to the command line (main.ts) on the Node that the lockfile brings.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensurePackages, nodeBinary, root } from '../server/processes/prepare.mjs'

ensurePackages()
const { status } = spawnSync(
  nodeBinary(),
  ['--disable-warning=ExperimentalWarning', join(root, 'cli', 'main.ts'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'heddle'), ...process.env },
  },
)
process.exit(status ?? 1)
