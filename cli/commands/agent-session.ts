import { generateKeyPairSync } from 'node:crypto'
import { Command } from 'commander'
import type { Connect } from '../session.ts'

const DAY_MS = 24 * 3_600_000

export function agentSessionCommand(connect: Connect): Command {
  return new Command('agent-session')
    .description("register an agent of PostGrip's SDK, and print its environment")
    .requiredOption('-q, --queue <queue>', 'the queue that the agent serves')
    .option('--agent <id>', 'its id', 'postgrip-agent')
    .action(async ({ queue, agent }: { queue: string; agent: string }) => {
      const { client, terminal } = connect()
      const keys = generateKeyPairSync('ed25519')
      const { x, d } = keys.privateKey.export({ format: 'jwk' })
      const [signing_key, seed] = [x, d].map((part) => Buffer.from(String(part), 'base64url').toString('base64'))
      const body = { agent_id: agent, queues: [queue], ...(signing_key !== undefined && { signing_key }) }
      await client.told(client.api.POST('/v1/agent/register', { body }))
      const token = `hpg_${Buffer.from(agent).toString('base64url')}.${client.key ?? ''}`
      const environment = {
        POSTGRIP_AGENTORCHESTRATOR_URL: new URL(client.url).origin,
        POSTGRIP_AGENT_MANAGED_RUNTIME: 'true',
        POSTGRIP_AGENT_ID: agent,
        POSTGRIP_AGENT_ACCESS_TOKEN: token,
        POSTGRIP_AGENT_ACCESS_EXPIRES_AT: new Date(terminal.now() + DAY_MS).toISOString(),
        POSTGRIP_AGENT_REFRESH_TOKEN: token,
        POSTGRIP_AGENT_SIGNING_PRIVATE_KEY: seed,
        POSTGRIP_AGENT_NAMESPACE: 'default',
        POSTGRIP_AGENT_TASK_QUEUE: queue,
      }
      for (const [name, value] of Object.entries(environment)) terminal.out(`export ${name}='${value}'\n`)
    })
}
