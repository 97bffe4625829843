// `npm start` and `npm run dev`: installs and builds what is missing, then
// hands over to the supervisor (main.ts) on the Node that the lockfile brings.
// This process stays only as the terminal's end of the line.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuild, ensureClient, ensurePackages, nodeBinary, root } from './prepare.mjs'

const development = process.argv.includes('--dev')
ensurePackages()
ensureClient()
if (!development) ensureBuild()

const supervisor = spawn(
  nodeBinary(),
  ['--disable-warning=ExperimentalWarning', join(root, 'server', 'processes', 'supervisor.ts')],
  {
    cwd: root,
    env: {
      // All processes start in less than half the time when what Node made of the sources is kept.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'heddle'),
      ...process.env,
      NODE_ENV: development ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  },
)
supervisor.on('exit', (code) => process.exit(code ?? 1))

const stop = () => supervisor.kill('SIGTERM')
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)

// npm's shell does not pass every signal on: when it is gone, so is the terminal.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) stop()
}, 500).unref()
