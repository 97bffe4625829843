import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { noteCall } from './call-note.ts'
import { forgetLastCalls, openLastCalls } from './last-calls.ts'

let folder = ''
let now = 0
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-last-calls-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = () =>
  openLastCalls(
    () => now,
    () => folder,
  )
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid
const later = () => {
  now += 10_000
}

it('names what processes called last that are gone, and nothing of those that are there', async () => {
  const calls = open()
  const mine = calls.open()
  noteCall(mine?.fd ?? 0, 'of this one')
  await writeFile(join(folder, `${deadPid()}-a`), '"of a dead one"\nwhat stood there before')
  await writeFile(join(folder, `${deadPid()}-b`), '"torn')
  expect(['of this one', 'of a dead one', 'of nobody'].map(calls.names)).toEqual([false, true, false])
  mine?.close()
})

it('learns of those that die later', async () => {
  const calls = open()
  expect(calls.names('late')).toBe(false)
  await writeFile(join(folder, `${deadPid()}-a`), '"late"\n')
  later()
  expect(calls.names('late')).toBe(true)
})

it('takes none for its own that had its number before, as in a container that begins anew', async () => {
  await writeFile(join(folder, `${process.pid}-a`), '"by the one before"\n')
  expect(open().names('by the one before')).toBe(true)
})

it('makes its folder again where that was tidied away', async () => {
  const again = join(folder, 'tidied')
  const place = () => {
    mkdirSync(again, { recursive: true })
    return again
  }
  const calls = openLastCalls(() => now, place)
  await rm(again, { recursive: true })
  const file = calls.open()
  expect(file).not.toBeNull()
  file?.close()
})

it('leaves no file behind of a thread that has ended, nor old ones of the dead', async () => {
  open().open()?.close()
  expect(await readdir(folder)).toEqual([])

  const [dead, alive] = [join(folder, `${deadPid()}-a`), join(folder, `${process.ppid}-a`)]
  for (const file of [dead, alive]) {
    await writeFile(file, '"x"\n')
    await utimes(file, 0, 0)
  }
  open()
  expect(await readdir(folder)).toEqual([`${process.ppid}-a`])
})

it('names nothing of those that were killed from outside', async () => {
  const [killed, died] = [deadPid(), deadPid()]
  for (const pid of [killed, died]) await writeFile(join(folder, `${pid}-a`), `"by ${pid}"\n`)
  forgetLastCalls(killed, () => folder)
  const calls = open()
  expect([killed, died].map((pid) => calls.names(`by ${pid}`))).toEqual([false, true])
})

it('knows nobody where there is no folder', () => {
  for (const missing of [null, join(folder, 'missing')]) {
    forgetLastCalls(1, () => missing)
    const calls = openLastCalls(
      () => now,
      () => missing,
    )
    expect(calls.open()).toBeNull()
    expect(calls.names('x')).toBe(false)
  }
})
