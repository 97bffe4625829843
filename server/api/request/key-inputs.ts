import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { canonicalId, directoryIdFault } from '#core/people/canonical-id.ts'
import { allPermissions } from '#server/access/permissions.ts'
import { roles } from '#server/access/roles.ts'
import { isNetwork } from '#server/keys/networks.ts'
import { queueName, workflowName } from './inputs.ts'

/** The inputs about API keys and services that procedures and routes share. */

export const keyId = z.string().regex(/^[\dA-Za-z]{8}$/, 'The id of a key has 8 letters and digits.')

const name = z.string().trim().min(1, 'A name is required.').max(limits.keys.nameCharacters)

export const serviceId = z
  .string()
  .max(4 * limits.directory.idCharacters)
  .transform(canonicalId)
  .superRefine((canonical, context) => {
    const fault = directoryIdFault(canonical)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })

/** The parts of a new key under their common names. */
export const keyParts = {
  name,
  permissions: z.array(z.enum(allPermissions)).max(allPermissions.length),
  workflows: z.array(workflowName).min(1, 'Name at least one workflow.').max(limits.keys.workflows).optional(),
  queues: z.array(queueName).min(1, 'Name at least one queue.').max(limits.agent.queues).optional(),
  networks: z
    .array(
      z.string().refine(isNetwork, { error: 'This is no network. Use one such as 192.0.2.0/24 or 2001:db8::/32.' }),
    )
    .max(limits.keys.networks)
    .optional(),
}
export const days = z.int().min(1).max(limits.keys.mostDays).optional()
export const keyScope = z.enum(['mine', 'all'])

export const serviceInput = z.strictObject({ id: serviceId, name, roles: z.array(z.enum(roles)).max(roles.length) })
