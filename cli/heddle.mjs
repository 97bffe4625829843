#!/usr/bin/env node
// `npx heddle`: hands over to the command line (main.ts) on the Node that the lockfile brings, or becomes a process of
// an installation.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensurePackages, nodeBinary, root } from '../server/processes/prepare.mjs'
import { becomeProcess, isProcess } from '../server/processes/process-commands.mjs'

const words = process.argv.slice(2)
if (isProcess(words[0])) becomeProcess(words)
else callServer()

function callServer() {
  ensurePackages()
  const { status } = spawnSync(
    nodeBinary(),
    ['--disable-warning=ExperimentalWarning', join(root, 'cli', 'main.ts'), ...words],
    {
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'heddle'), ...process.env },
    },
  )
  process.exit(status ?? 1)
}
