// Generates the Prisma client. Prisma's CLI insists on downloading its schema engine, although generating does not use
// it. On a closed network, any executable takes its place.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const engines = join(root, 'node_modules', '@prisma', 'engines')
const present = existsSync(engines) && readdirSync(engines).some((file) => file.startsWith('schema-engine-'))

const result = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'prisma', 'build', 'index.js'), 'generate', '--no-hints'],
  {
    cwd: root,
    env: {
      ...process.env,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      ...(!present && { PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  },
)
if (result.status !== 0) process.stderr.write(`${result.stdout}${result.stderr}`)
process.exit(result.status ?? 1)
