import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { canonicalId, directoryIdFault } from '#core/people/canonical-id.ts'
import { describeMe } from '../../directory/describe-me.ts'
import { listDirectory } from '../../directory/list-directory.ts'
import { removeGroup, removePerson } from '../../directory/remove-entry.ts'
import { saveGroup } from '../../directory/save-group.ts'
import { savePerson } from '../../directory/save-person.ts'
import { mailAddress } from '../request/mail-address.ts'
import { requireActor } from '../request/require-actor.ts'
import { openProcedure, procedure, router } from '../trpc/trpc.ts'

const LONGEST_SPELLING = 4 * limits.directory.idCharacters

const id = z
  .string()
  .max(LONGEST_SPELLING)
  .transform(canonicalId)
  .superRefine((canonical, context) => {
    const fault = directoryIdFault(canonical)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  })
const name = z.string().trim().min(1, 'A name is required.').max(limits.directory.nameCharacters)
const entry = z.strictObject({ id })

/** People and groups that can be given tasks, and the caller. */
export const directoryRouter = router({
  me: openProcedure.query(({ ctx }) =>
    describeMe(ctx.actor?.isGone ? ctx.actor : requireActor(ctx, 'me'), ctx.mode ?? 'local'),
  ),
  list: procedure('directory.read').query(({ ctx }) => listDirectory(ctx.stores, ctx.actor)),
  savePerson: procedure('member.admin')
    .input(
      z.strictObject({
        id,
        name,
        manager: z.boolean().default(false),
        groups: z.array(id).max(limits.directory.groups).default([]),
        email: mailAddress.nullish(),
      }),
    )
    .mutation(({ ctx, input }) => savePerson(ctx.stores, ctx.actor, input)),
  removePerson: procedure('member.admin')
    .input(entry)
    .mutation(({ ctx, input }) => removePerson(ctx.stores, ctx.actor, input.id)),
  saveGroup: procedure('member.admin')
    .input(z.strictObject({ id, name }))
    .mutation(({ ctx, input }) => saveGroup(ctx.stores, ctx.actor, input)),
  removeGroup: procedure('member.admin')
    .input(entry)
    .mutation(({ ctx, input }) => removeGroup(ctx.stores, ctx.actor, input.id)),
})
