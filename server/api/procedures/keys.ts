import { z } from 'zod'
import { createKey } from '../../keys/create-key.ts'
import { listKeys } from '../../keys/list-keys.ts'
import { revokeKey } from '../../keys/revoke-key.ts'
import { changeService, createService, listServices, removeService } from '../../keys/services.ts'
import { days, keyId, keyParts, keyScope, serviceId, serviceInput } from '../request/key-inputs.ts'
import { procedure, router } from '../trpc/trpc.ts'

/** API keys: of the caller, or of the whole owner for an administrator of keys. */
export const keysRouter = router({
  list: procedure('key.own')
    .input(z.strictObject({ of: keyScope.default('mine') }))
    .query(({ ctx, input }) => listKeys(ctx.stores, ctx.actor, input)),
  create: procedure('key.own')
    .input(z.strictObject({ ...keyParts, days, serviceId: serviceId.optional() }))
    .mutation(({ ctx, input }) => createKey(ctx.stores, ctx.actor, input)),
  revoke: procedure('key.own')
    .input(z.strictObject({ id: keyId }))
    .mutation(({ ctx, input }) => revokeKey(ctx.stores, ctx.actor, input.id)),
})

/** Services: members without login, in whose name programs act. */
export const servicesRouter = router({
  list: procedure('key.admin').query(({ ctx }) => listServices(ctx.stores, ctx.actor)),
  create: procedure('key.admin')
    .input(serviceInput)
    .mutation(({ ctx, input }) => createService(ctx.stores, ctx.actor, input)),
  change: procedure('key.admin')
    .input(serviceInput)
    .mutation(({ ctx, input }) => changeService(ctx.stores, ctx.actor, input)),
  remove: procedure('key.admin')
    .input(z.strictObject({ id: serviceId }))
    .mutation(({ ctx, input }) => removeService(ctx.stores, ctx.actor, input.id)),
})
