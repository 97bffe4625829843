// `npm start` and `npm run dev`: installs and builds what is missing, then hands over to the supervisor (main.ts) on
// the Node from the lockfile. This process stays only to connect the terminal with it.
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
      // The compile cache makes all processes start in less than half the time.
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

// npm's shell does not forward every signal: when the shell ends, so does the terminal.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) stop()
}, 500).unref()
