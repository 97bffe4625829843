// Commands of one checkout that are started at once prepare it one after the
// other: two that install packages into one folder spoil it for both.
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

const LOOK_AGAIN_MS = 200
const UNNAMED_MS = 1_000
const asleep = new Int32Array(new SharedArrayBuffer(4))

/** Performs while this process alone holds the file, which has its number; `waits` is told once of another one that does. */
export function oneAtATime(file, waits, perform) {
  for (let waited = false; !taken(file); waited = true) {
    if (!waited) waits(holderOf(file))
    Atomics.wait(asleep, 0, 0, LOOK_AGAIN_MS)
  }
  // A sentence that ends the process ends this, too.
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
  // Whoever was killed cannot let go of it; its number may be this process's by now.
  const isLeft = holder === null ? isOldFile(file) : holder === process.pid || !lives(holder)
  if (isLeft) rmSync(file, { force: true })
  return false
}

/** Null when it has just let go, or has not yet said who it is. */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    return null
  }
}

/** Whoever takes it writes its number at once: what has none for a second was left by one that was killed in between. */
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
