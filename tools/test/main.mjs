// `npm test`: installs what is missing, then runs every check and test, the
// real browser included. Suites run one after the other, each with no more
// workers than cores, so that a slow machine is slow and nothing else; the checks
// of the sources, which leave cores idle, run two at a time. A test that fails
// runs once more alone; passing then makes it flaky, not failed. The last lines
// name the failures and flaky tests and end with `N passed, N failed`.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureClient, ensurePackages, root } from '#server/processes/prepare.mjs'
import { ensureBrowser } from './browser.mjs'
import { endOnSignals, sideBySide } from './processes.mjs'
import { retryAlone } from './retry.mjs'
import { buildWebApp, check, checkScript, checkTypes, playwrightSuite, vitestSuite } from './suites.mjs'
import { closeTally, createTally } from './tally.mjs'

endOnSignals()
ensurePackages()
ensureClient()
await ensureBrowser()

const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const tally = createTally()
const isBuilt = await buildWebApp(tally)
await sideBySide(
  'Checks of the sources',
  // Next writes the types of its routes while it builds.
  () => checkTypes(tally),
  async () => {
    await check(tally, 'Formatting and layers', '@biomejs/biome', 'biome', ['check', '.'])
    await checkScript(tally, 'Words of names', 'tools', 'words', 'main.mjs')
    await check(tally, 'Dead exports and files', 'knip', 'knip')
    await check(tally, 'Duplicates', 'jscpd', 'jscpd')
  },
)
// Coverage is measured for the core alone: measuring makes the properties three times as slow.
await vitestSuite(tally, { title: 'Core tests', project: 'core', parameters: ['--coverage'] })
await vitestSuite(tally, { title: 'Properties of the core', project: 'properties' })
await vitestSuite(tally, { title: 'Server tests', project: 'server' })
if (isBuilt) await playwrightSuite(tally, { title: 'Browser journeys', parameters: ['--grep', '@main'] })
await retryAlone(tally)
await closeTally(tally)
