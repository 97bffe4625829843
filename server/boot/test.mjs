// `npm test`: installs what is missing, then every check and test, the real
// browser included. Ends with the line `N passed, N failed`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join, relative } from 'node:path'
import { ensureBuild, ensureClient, ensurePackages, nodeBinary, onPath, root, say } from './prepare.mjs'

ensurePackages()
ensureClient()
ensureBuild()
ensureBrowser()

const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

let passed = 0
let failed = 0
/** What failed, said once more at the end: a long log is often kept by its last lines alone. */
const failures = []

for (const [title, bin, ...parameters] of [
  ['Formatting and layers', 'biome', 'check', '.'],
  ['Types', 'tsc'],
  ['Dead exports and files', 'knip'],
  ['Duplicates', 'jscpd'],
]) {
  count(`${title}`, runTool(title, bin, parameters) ? 1 : 0, 1)
}
// Apart, because measuring what is covered slows what is measured, and only the core is.
runVitest('Core tests', 'core', ['--coverage'])
runVitest('Server tests', 'server', [])
const journeysPassed = runTool('Browser journeys', 'playwright', ['test'])
countPlaywright(join(results, 'e2e.json'), journeysPassed)

for (const failure of failures) say(`✗ ${failure}`)
say(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function runTool(title, bin, parameters) {
  say(`\n▸ ${title}`)
  const result = spawnSync(nodeBinary(), [binFile(bin), ...parameters], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
      FORCE_COLOR: '0',
      NEXT_TELEMETRY_DISABLED: '1',
    },
  })
  return result.status === 0
}

/** The script behind a package's command, so that it runs on our Node whatever its first line says. */
function binFile(bin) {
  const owners = { biome: '@biomejs/biome', tsc: 'typescript', playwright: '@playwright/test' }
  const folder = join(root, 'node_modules', owners[bin] ?? bin)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[bin])
}

function count(title, good, all) {
  passed += good
  failed += all - good
  if (good < all) failures.push(title)
}

function runVitest(title, project, parameters) {
  const file = join(results, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
  countVitest(title, file, runTool(title, 'vitest', ['run', '--project', project, ...parameters, ...reporters]))
}

function countVitest(title, file, exitedWell) {
  if (!existsSync(file)) return count(title, 0, 1)
  const report = JSON.parse(readFileSync(file, 'utf8'))
  count(title, report.numPassedTests, report.numPassedTests + report.numFailedTests)
  for (const { name, assertionResults } of report.testResults) {
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === 'failed') failures.push(`${relative(root, name)} › ${fullName}${firstLines(failureMessages)}`)
    }
  }
  // A file that cannot be loaded, or coverage below its threshold, fails without a failed test.
  if (report.numFailedTests === 0 && !exitedWell) count(title, 0, 1)
}

function countPlaywright(file, exitedWell) {
  if (!existsSync(file)) return count('Browser journeys', 0, 1)
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8'))
  const bad = stats.unexpected + stats.flaky + errors.length
  count('Browser journeys', stats.expected, stats.expected + (bad === 0 && !exitedWell ? 1 : bad))
  for (const suite of suites) addFailedJourneys(suite)
}

function addFailedJourneys({ file, specs = [], suites = [] }) {
  for (const { ok, title, tests } of specs) {
    const messages = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []))
    if (!ok) failures.push(`e2e/${file} › ${title}${firstLines(messages)}`)
  }
  for (const suite of suites) addFailedJourneys(suite)
}

function firstLines(messages) {
  const lines = messages.flatMap((message) => message.split('\n')).filter((line) => line.trim() !== '')
  return lines
    .slice(0, 6)
    .map((line) => `\n    ${line}`)
    .join('')
}

/** Playwright's own Chromium or the system's; as root on Debian it is installed. */
function ensureBrowser() {
  const found = spawnSync(nodeBinary(), ['-e', "import('./e2e/find-browser.ts').then((m) => m.findBrowser())"], {
    cwd: root,
  })
  if (found.status === 0) return
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    say('Installing Chromium for the browser tests …')
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], { stdio: 'ignore' })
    return
  }
  say('The browser tests need Chromium: run "npx playwright install chromium", or install the package "chromium".')
}
