// `npm run proof`: what takes minutes, or needs more of the machine than npm and
// a browser (docs/proof.md). `-- --short` is the form for every change. Ends like
// `npm test`: with the failures and the line `N passed, N failed`.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuild, ensureClient, ensurePackages, fail, root } from '#server/processes/prepare.mjs'
import { ensureBrowser } from '../test/browser.mjs'
import { endOnSignals, runScript } from '../test/processes.mjs'
import { retryAlone } from '../test/retry.mjs'
import { playwrightSuite, vitestSuite } from '../test/suites.mjs'
import { closeTally, createTally } from '../test/tally.mjs'
import { shardOf } from './shard.mjs'

const isShort = parseArgs({ options: { short: { type: 'boolean', default: false } } }).values.short
const TORTURE_MINUTES = isShort ? '1' : '30'

if (process.platform !== 'linux' || process.getuid() !== 0) {
  fail('The proofs mount disks and stop processes of other users: run them as root on Linux.')
}
endOnSignals()
ensurePackages()
ensureClient()
ensureBuild()
await ensureBrowser()
mkdirSync(join(root, 'test-results'), { recursive: true })

/** Tests of the server that draw cases: `npm test` tries a few of them. */
const drawing = [
  'e2e/processes/five-clients.test.ts',
  'proof/behaviour/counts.test.ts',
  'server/api/procedures/runs/remove-run.test.ts',
]

const tally = createTally()
const environment = { HEDDLE_PROOF: isShort ? 'short' : 'full' }
const shard = isShort ? [`--shard=${shardOf(root)}`] : []
await vitestSuite(tally, { title: 'Proofs', project: 'proof', parameters: shard, environment })
await vitestSuite(tally, { title: 'Owner conditions', project: 'owners', environment })
if (!isShort) {
  await vitestSuite(tally, { title: 'Properties of the core', project: 'properties', environment })
  await vitestSuite(tally, { title: 'Properties of the server', project: 'server', parameters: drawing, environment })
}
await playwrightSuite(tally, { title: 'Journeys', parameters: ['--grep-invert', '@main', ...shard] })
const torture = join(root, 'proof', 'torture', 'main.ts')
const tortures = { Torture: [], ...(!isShort && { 'Torture of a cluster': ['--cluster'] }) }
for (const [name, parameters] of Object.entries(tortures)) {
  if (await runScript(name, torture, ['--minutes', TORTURE_MINUTES, ...parameters])) tally.pass()
  else tally.fail(name)
}
await retryAlone(tally)
await closeTally(tally)
