import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import * as restate from '@restatedev/restate-sdk'

/**
 * The workflow of the benches in Restate: its server as one process, the ten
 * steps of 100 bytes in this one, as its SDK has it. Answers with the port on
 * which `POST /ten/run` runs them and gives their result.
 */
const [folder] = process.argv.slice(2)
const filler = 'x'.repeat(86)

const ten = restate.service({
  name: 'ten',
  handlers: {
    run: async (context) => {
      for (let step = 1; step <= 10; step += 1) await context.run(`step_${step}`, async () => ({ value: filler }))
      return { value: filler }
    },
  },
})

const [servicePort, ingressPort, adminPort, nodePort] = await Promise.all([
  freePort(),
  freePort(),
  freePort(),
  freePort(),
])
await restate.serve({ services: [ten], port: servicePort })
const server = spawn('node_modules/.bin/restate-server', ['--base-dir', folder], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    RESTATE_BIND_ADDRESS: `127.0.0.1:${nodePort}`,
    RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
    RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
    RESTATE_DISABLE_TELEMETRY: 'true',
    RESTATE_LOG_FILTER: 'error',
  },
})
process.on('disconnect', () => {
  server.once('exit', () => process.exit(0))
  server.kill('SIGTERM')
})
process.on('message', () => process.disconnect())
await registered(adminPort, servicePort)
process.send({ port: ingressPort })

/** The server takes a moment to listen. */
async function registered(admin, service) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${admin}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${service}` }),
    }).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
