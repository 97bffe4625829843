import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'heddle-preparing-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const program = `
  import { appendFileSync } from 'node:fs'
  import { oneAtATime } from '${join(import.meta.dirname, 'one-at-a-time.mjs')}'
  const [file, log, ends] = process.argv.slice(1)
  const write = (word) => appendFileSync(log, word + '\\n')
  oneAtATime(file, (pid) => process.stdout.write('waits for ' + pid), () => {
    write('begins')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    write('ends')
    if (ends === 'at once') process.exit(3)
    if (ends === 'by an error') throw new Error('broken on purpose')
  })
`

function start(file: string, log: string, ends = 'well') {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, file, log, ends])
  return {
    says: new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text)))),
    code: new Promise<number | null>((resolve) => child.on('close', resolve)),
  }
}

describe('commands that prepare one checkout', () => {
  it('do so one after the other, however each of them ends', async () => {
    const [file, log] = [join(folder, 'held'), join(folder, 'log')]
    const codes = ['well', 'at once', 'by an error', 'well'].map((ends) => start(file, log, ends).code)
    expect(await Promise.all(codes)).toEqual([0, 3, 1, 0])
    expect(readFileSync(log, 'utf8')).toBe('begins\nends\n'.repeat(4))
  })

  it('wait for one that lives, and say so; not for one that was killed', async () => {
    const [file, log] = [join(folder, 'left'), join(folder, 'log of left')]
    const killed = spawn(process.execPath, ['-e', '0'])
    await new Promise((resolve) => killed.on('close', resolve))
    writeFileSync(file, String(process.pid))
    const waiting = start(file, log)
    expect(await waiting.says).toBe(`waits for ${process.pid}`)
    writeFileSync(file, String(killed.pid))
    expect(await waiting.code).toBe(0)
    expect(readFileSync(log, 'utf8')).toBe('begins\nends\n')
  })

  it('do not wait for a file that has their own number, or has had none for a while', async () => {
    for (const left of ['process.pid', "''"]) {
      const [file, log] = [join(folder, `own ${left}`), join(folder, `log of own ${left}`)]
      const before = `writeFileSync(${JSON.stringify(file)}, String(${left})); utimesSync(${JSON.stringify(file)}, 1, 1)`
      const child = spawn(process.execPath, [
        '--input-type=module',
        '-e',
        `import { utimesSync, writeFileSync } from 'node:fs'\n${before}\n${program}`,
        file,
        log,
        'well',
      ])
      expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0)
      expect(readFileSync(log, 'utf8')).toBe('begins\nends\n')
    }
  })
})
