// Commands of one checkout that start at the same time prepare the checkout one after the other: two concurrent package
// installations in one folder corrupt it for both.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

const LOOK_AGAIN_MS = 200
const UNNAMED_MS = 1_000
const asleep = new Int32Array(new SharedArrayBuffer(4))

/**
 * Runs `perform` while this process holds the lock file, which contains its pid. `waits` is called once when another
 * process holds the file.
 */
export function oneAtATime(file, waits, perform) {
  for (let waited = false; !taken(file); waited = true) {
    if (!waited) waits(holderOf(file))
    Atomics.wait(asleep, 0, 0, LOOK_AGAIN_MS)
  }
  // An error that ends the process during `perform` releases the file, too.
  const letGo = () => rmSync(file, { force: true })
  process.once('exit', letGo)
  try {
    return perform()
  } finally {
    process.off('exit', letGo)
    letGo()
  }
}

function taken(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
  }
  const holder = holderOf(file)
  // A killed process cannot release the file, and its pid may be this process's by now.
  const isLeft = holder === null ? isOldFile(file) : holder === process.pid || !lives(holder)
  if (isLeft) rmSync(file, { force: true })
  return false
}

/** The pid of the holder; null when the file was just released, or does not have its pid yet. */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return null
  }
}

/**
 * A process writes its pid right after it creates the file. A file without a pid for a second was left by a process
 * that was killed in between.
 */
function isOldFile(file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && Date.now() - found.mtimeMs > UNNAMED_MS
}

function lives(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}
