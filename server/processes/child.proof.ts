import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Child, superviseChild } from './child.ts'
import { nodeFlags, webFlags } from './node-flags.mjs'

/** Says what it does in a file. */
const program = `
import { appendFileSync } from 'node:fs'
import { mayBegin, stopWithSupervisor, tellSupervisor } from ${JSON.stringify(join(import.meta.dirname, 'messages.ts'))}
const say = (what) => appendFileSync(process.env.SAID, what + ' ' + process.pid + '\\n')
say('loaded')
await mayBegin(async (noTime) => {
  say('prepares')
  if (process.env.LONG) await new Promise((resolve) => noTime.addEventListener('abort', resolve))
})
say('begun')
stopWithSupervisor(async () => say('stopped'))
tellSupervisor({ type: 'ready' })
`

/** The one that stands by keeps a processor busy until it may be loaded. */
const slowly = `
import { appendFileSync as write, existsSync } from 'node:fs'
write(process.env.SAID, 'loading ' + process.pid + '\\n')
while (process.argv.includes('standby') && !existsSync(process.env.SAID + '.go'));
`

let folder = ''
let child: Child
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heddle-child-'))
  await writeFile(join(folder, 'entry.mjs'), program)
  await writeFile(join(folder, 'said'), '')
})
afterEach(async () => {
  await child.stop(10_000)
  await rm(folder, { recursive: true })
})

type Did = 'loading' | 'loaded' | 'prepares' | 'begun' | 'stopped'
const pidsThat = async (did: Did) =>
  (await readFile(join(folder, 'said'), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith(did))
    .map((line) => Number(line.split(' ')[1]))
const pollOf = (did: Did) => expect.poll(async () => (await pidsThat(did)).length)
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const supervise = (standby: boolean, onDeath: (pid: number) => void, more: Record<string, string> = {}) => {
  child = superviseChild({
    name: 'engine',
    entry: join(folder, 'entry.mjs'),
    env: () => ({ SAID: join(folder, 'said'), ...more }),
    standby,
    onDeath,
  })
  return child.ready
}

it('has another one take the place of one that dies, which is loaded and has done nothing before', async () => {
  const dead: number[] = []
  await supervise(true, (pid) => void dead.push(pid))
  await pollOf('loaded').toBe(2)
  const [first = 0, second = 0] = await pidsThat('loaded')
  expect(await pidsThat('begun')).toEqual([first])

  process.kill(first, 'SIGKILL')
  await pollOf('begun').toBe(2)
  expect(await pidsThat('begun')).toEqual([first, second])
  expect(dead).toEqual([first])

  await pollOf('loaded').toBe(3)
  const [, , third = 0] = await pidsThat('loaded')
  await child.stop(10_000)
  expect(await pidsThat('stopped')).toEqual([second])
  await expect.poll(() => isAlive(third)).toBe(false)
})

it('has one that is still being loaded take the place of one that dies', async () => {
  await writeFile(join(folder, 'entry.mjs'), slowly + program)
  await supervise(true, () => undefined)
  await pollOf('loading').toBe(2)
  const [first = 0, second = 0] = await pidsThat('loading')
  process.kill(first, 'SIGKILL')
  await expect.poll(() => isAlive(first)).toBe(false)
  expect(await pidsThat('loaded')).toEqual([first])

  await writeFile(join(folder, 'said.go'), '')
  await pollOf('begun').toBe(2)
  expect(await pidsThat('begun')).toEqual([first, second])
})

it('has one that is still preparing itself take the place of one that dies', async () => {
  await supervise(true, () => undefined, { LONG: 'yes' })
  await pollOf('prepares').toBe(1)
  const [first = 0, second = 0] = await pidsThat('loaded')
  expect(await pidsThat('prepares')).toEqual([second])
  process.kill(first, 'SIGKILL')
  await pollOf('begun').toBe(2)
  expect(await pidsThat('begun')).toEqual([first, second])
})

it('starts one that dies again where none stands by', async () => {
  await supervise(false, () => undefined)
  const [first = 0] = await pidsThat('begun')
  process.kill(first, 'SIGKILL')
  await pollOf('begun').toBe(2)
  expect(await pidsThat('loaded')).toHaveLength(2)
})

it('gives up one that ends again and again before it was ever ready, and says why', async () => {
  await writeFile(join(folder, 'entry.mjs'), `throw new Error('ENOTDIR: not a directory')`)
  await expect(supervise(false, () => undefined)).rejects.toThrow(
    'engine cannot start, it ended 4 times: Error: ENOTDIR: not a directory',
  )
})

it('starts another one where the one that stood by has died as well', async () => {
  await supervise(true, () => undefined)
  await pollOf('loaded').toBe(2)
  for (const pid of (await pidsThat('loaded')).toReversed()) process.kill(pid, 'SIGKILL')
  await pollOf('begun').toBe(2)
})

it('gives a process the flags of Node that its kind needs, beside those of all', async () => {
  const tells = `import { appendFileSync as write } from 'node:fs'\nwrite(process.env.SAID, 'flags ' + process.execArgv.join(' ') + '\\n')`
  await writeFile(join(folder, 'entry.mjs'), `${tells}\n${program}`)
  child = superviseChild({
    name: 'web',
    entry: join(folder, 'entry.mjs'),
    env: () => ({ SAID: join(folder, 'said') }),
    flags: webFlags,
  })
  await child.ready
  const said = await readFile(join(folder, 'said'), 'utf8')
  expect(said).toContain(`flags ${[...nodeFlags, ...webFlags].join(' ')}`)
})
