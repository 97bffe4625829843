// Processes of one `npm test`, and their end.
//
// Tests start browsers, databases and supervisors, some of which leave the
// process group of their parent on purpose and outlive it when it is killed.
// Every process of a run inherits a variable with the run's id, by which Linux
// finds the ones that are left. Elsewhere the process groups have to do.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { nodeBinary, root, say } from '#server/processes/prepare.mjs'
import { processorSeconds } from './durations.mjs'

const MARK = 'HEDDLE_TEST_RUN'
const mark = `${MARK}=${randomUUID()}`
/** Time that processes get to end by themselves, and how often it is looked whether they have, in milliseconds. */
const GRACE_MS = 10_000
const LOOK_EVERY_MS = 100
const PARENT_LOOK_MS = 500

/** The folder of all temporary files of the run, open to every user like /tmp: databases and a whole Heddle run as another one. */
const temporary = mkdtempSync(join(tmpdir(), 'heddle-run-'))
chmodSync(temporary, 0o1777)

const running = new Set()
let isEnding = false

/** Runs the command of an installed package on the project's Node, whatever its first line says; true when it succeeds. */
export function runPackage(title, packageName, command, parameters = [], environment = {}) {
  const folder = join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return runScript(title, join(folder, typeof bin === 'string' ? bin : bin[command]), parameters, environment)
}

/** Runs a script on the project's Node with each line of its output behind its title; true when it succeeds. */
export async function runScript(title, script, parameters = [], environment = {}) {
  if (isEnding) return false
  const startedAt = performance.now()
  const processorBefore = processorSeconds()
  const child = spawn(nodeBinary(), [script, ...parameters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that all of it can be ended.
    detached: true,
    env: {
      ...process.env,
      ...environment,
      [MARK]: mark.slice(MARK.length + 1),
      TMPDIR: temporary,
      // Hundreds of processes and threads load the same sources: compiled once, kept across runs.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'heddle-tests'),
      PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH}`,
      NO_COLOR: '1',
      NEXT_TELEMETRY_DISABLED: '1',
    },
  })
  const run = { child, isShared: running.size > 0 }
  for (const other of running) other.isShared = true
  running.add(run)
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => say(`${title} │ ${line}`))
  }
  const status = await new Promise((resolve) => {
    child.on('error', (error) => say(`${title} │ ${error.message}`))
    child.on('exit', resolve)
  })
  running.delete(run)
  // The processor time of one among several is not known.
  const taken = durationSince(startedAt, run.isShared ? null : processorBefore)
  say(`${status === 0 ? '✓' : '✗'} ${title} (${taken})`)
  return status === 0
}

/** Runs two or more sequences of checks at once, for tools that leave cores idle, and tells what they took together. */
export async function sideBySide(title, ...sequences) {
  const startedAt = performance.now()
  const processorBefore = processorSeconds()
  await Promise.all(sequences.map((sequence) => sequence()))
  say(`${title} (${durationSince(startedAt, processorBefore)})`)
}

function durationSince(startedAt, processorBefore) {
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (processorBefore === null) return `${seconds} s`
  return `${seconds} s, ${Math.round(processorSeconds() - processorBefore)} s of processor`
}

/**
 * Ends every process of this run before the run itself ends by a signal or loses its terminal. `graceMs` is the time
 * that processes get to end by themselves.
 */
export function endOnSignals({ graceMs = GRACE_MS } = {}) {
  const end = async (code) => {
    if (isEnding) return
    isEnding = true
    await endEverythingStarted(graceMs)
    process.exit(code)
  }
  process.on('SIGINT', () => end(130))
  process.on('SIGTERM', () => end(143))
  process.on('SIGHUP', () => end(129))
  // npm's shell does not pass every signal on; without it the command has no terminal.
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) end(143)
  }, PARENT_LOOK_MS).unref()
}

/** Asks what is left of this run to end, kills what has not after a while, and removes its temporary files. */
export async function endEverythingStarted(graceMs = GRACE_MS) {
  signalAll('SIGTERM')
  for (let waitedMs = 0; waitedMs < graceMs && left().length > 0; waitedMs += LOOK_EVERY_MS) await delay(LOOK_EVERY_MS)
  // A killed parent may have been about to start another process: the second look finds it.
  for (let looks = 0; looks < 3; looks += 1) {
    signalAll('SIGKILL')
    await delay(LOOK_EVERY_MS)
  }
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: LOOK_EVERY_MS })
}

function signalAll(signal) {
  for (const { child } of running) attempt(() => process.kill(-child.pid, signal))
  for (const pid of marked()) attempt(() => process.kill(pid, signal))
}

function left() {
  return [...[...running].map(({ child }) => child.pid), ...marked()]
}

/** Process ids with this run's variable in their environment, its own excepted; none where there is no /proc. */
function marked() {
  if (!existsSync('/proc/self/environ')) return []
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && environmentOf(pid).includes(mark))
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    // It has ended, or belongs to another user.
    return []
  }
}

/** Signals to a process that has just ended are nothing to report. */
function attempt(act) {
  try {
    act()
  } catch (error) {
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error
  }
}
