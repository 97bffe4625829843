// `npm test`: installs what is missing, then every check and test, the real
// browser included, beside each other where they do not need one another: what
// waits for databases, processes and pages leaves room for what computes. Ends
// with what failed and the line `N passed, N failed`.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureClient, ensurePackages, nodeBinary, onPath, root, say } from './prepare.mjs'
import { createTally } from './test-tally.mjs'

ensurePackages()
ensureClient()

const results = join(root, 'test-results')
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const tally = createTally(root)
const built = runTool('Web app', join(root, 'server', 'boot', 'build.mjs'))
const browser = ensureBrowser()
await Promise.all([browserJourneys(), vitest('Server tests', 'server'), checksAndCoreTests()])

for (const failure of tally.failures) say(`✗ ${failure}`)
say(`${tally.passed} passed, ${tally.failed} failed`)
process.exit(tally.failed === 0 ? 0 : 1)

async function browserJourneys() {
  const title = 'Browser journeys'
  if (!(await built)) return tally.count('Web app', 0, 1)
  await browser
  const exitedWell = await runTool(title, commandOf('@playwright/test', 'playwright'), ['test'])
  tally.countPlaywright(title, join(results, 'e2e.json'), exitedWell)
}

/** All of this only computes, so it takes the time that the others leave. */
async function checksAndCoreTests() {
  await check('Formatting and layers', commandOf('@biomejs/biome', 'biome'), ['check', '.'])
  await check('Dead exports and files', commandOf('knip'))
  await check('Duplicates', commandOf('jscpd'))
  // Next writes the types of its routes as it builds.
  await built
  await check('Types', commandOf('typescript', 'tsc'))
  // Apart from the server's, because measuring what is covered slows what is measured, and only the core is.
  await vitest('Core tests', 'core', { parameters: ['--coverage'], gently: true })
  await vitest('Properties of the core', 'properties', { gently: true })
}

async function check(title, script, parameters = []) {
  tally.count(title, (await runTool(title, script, parameters, { gently: true })) ? 1 : 0, 1)
}

async function vitest(title, project, { parameters = [], gently = false } = {}) {
  const file = join(results, `${project}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile=${file}`]
  const all = ['run', '--project', project, ...parameters, ...reporters]
  tally.countVitest(title, file, await runTool(title, commandOf('vitest'), all, { gently }))
}

/** Runs a script on our Node and says each of its lines with the title before it; true when it ended well. */
function runTool(title, script, parameters = [], { gently = false } = {}) {
  const startedAt = performance.now()
  const child = spawn(nodeBinary(), [script, ...parameters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
      NO_COLOR: '1',
      NEXT_TELEMETRY_DISABLED: '1',
    },
  })
  if (gently && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => say(`${title} │ ${line}`))
  }
  return new Promise((resolve) => {
    child.on('error', (error) => say(`${title} │ ${error.message}`))
    child.on('close', (status) => {
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      say(`${status === 0 ? '✓' : '✗'} ${title} (${seconds} s)`)
      resolve(status === 0)
    })
  })
}

/** The script behind a package's command, so that it runs on our Node whatever its first line says. */
function commandOf(name, command = name) {
  const folder = join(root, 'node_modules', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command])
}

/** Playwright's own Chromium or the system's; as root on Debian it is installed, while the app is built. */
async function ensureBrowser() {
  const found = spawnSync(nodeBinary(), ['-e', "import('./e2e/find-browser.ts').then((m) => m.findBrowser())"], {
    cwd: root,
  })
  if (found.status === 0) return
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    say('Installing Chromium for the browser tests …')
    const aptGet = (...parameters) =>
      new Promise((resolve) => {
        spawn('apt-get', parameters, { stdio: 'ignore' }).on('close', (status) => resolve(status === 0))
      })
    const install = (name) => aptGet('install', '-y', '--no-install-recommends', name)
    await aptGet('update')
    // Older systems have only the whole of it.
    if ((await install('chromium-headless-shell')) || (await install('chromium'))) return
  }
  say('The browser tests need Chromium: run "npx playwright install chromium", or install the package "chromium".')
}
