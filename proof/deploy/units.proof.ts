import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const run = promisify(execFile)
const systemd = join(import.meta.dirname, '..', '..', 'deploy', 'systemd')

it('fleet 7: systemd-analyze finds nothing wrong with the units', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-units-'))
  const units = (await readdir(systemd)).filter((name) => name.endsWith('.service'))
  // A template is verified as an instance of it.
  const files = await Promise.all(
    units.map(async (name) => {
      const file = join(folder, name.replace('@.', '@one.'))
      await writeFile(file, await readFile(join(systemd, name)))
      return file
    }),
  )
  const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', ...files])
  expect(stdout + stderr).toBe('')
  await rm(folder, { recursive: true })
})
