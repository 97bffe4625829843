// `npm run conform:postgrip -- <checkout>`: runs PostGrip's public SDKs, unmodified, against Heddle. Nothing of the
// checkout is copied into this project; its TypeScript is compiled into a temporary folder.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ensureClient, ensurePackages, fail, root } from '#server/processes/prepare.mjs'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  fail(
    'Name the folder of a checkout of github.com/postgrip-io/postgrip-agent-sdks: npm run conform:postgrip -- <folder>',
  )
}
const checkout = resolve(folder)
if (!existsSync(join(checkout, 'typescript', 'src', 'index.ts'))) {
  fail(`${checkout} is no checkout of postgrip-agent-sdks: it has no typescript/src/index.ts.`)
}
ensurePackages()
ensureClient()
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'proof', 'proof/postgrip', '--reporter=verbose'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HEDDLE_POSTGRIP_SDK: checkout },
  },
)
process.exit(status ?? 1)
