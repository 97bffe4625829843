import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ignore = "process.on('SIGTERM', () => {}); process.stdout.write('ready'); setInterval(() => {}, 1_000)"
const child = spawn(process.execPath, ['-e', ignore], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
child.stdout.once('data', () => {
  process.stdout.write(`left ${child.pid} ${mkdtempSync(join(tmpdir(), 'kept-'))}\n`)
})
