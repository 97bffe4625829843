import { z } from 'zod'
import { limits } from '#core/limits.ts'
import { canonicalId, directoryIdFault } from '#core/people/canonical-id.ts'
import { roles } from '#server/access/roles.ts'
import { requestOrigin } from '#server/audit/request-origin.ts'
import { acceptInvite, showInvite } from '#server/identity/members/accept-invite.ts'
import { disableMember, enableMember, removeMember, setRoles } from '#server/identity/members/change-member.ts'
import { erasePerson } from '#server/identity/members/erase-person.ts'
import { type CreatedInvite, createInvite, listInvites, revokeInvite } from '#server/identity/members/invites.ts'
import { listMembers } from '#server/identity/members/list-members.ts'
import { demandPublishReview, readPublishReview } from '#server/identity/members/publish-review.ts'
import { demandSecondFactor, readSecondFactorDemand } from '#server/identity/members/second-factor-demand.ts'
import { listMappings, removeMapping, saveMapping } from '#server/identity/owners/group-mappings.ts'
import { chooseOwner, enterOwner, leaveOwner, listEntries, listMyOwners } from '#server/identity/owners/my-owners.ts'
import {
  createOwner,
  listOwners,
  nameOfOwner,
  renameOwner,
  resumeOwner,
  suspendOwner,
} from '#server/identity/owners/owners.ts'
import { ApiError } from '../../api-error.ts'
import type { Context } from '../context.ts'
import { personId, reason, uuid } from '../request/inputs.ts'
import { openProcedure, procedure, router } from '../trpc/trpc.ts'

const memberStores = ({ stores, accounts }: Context) => ({ pool: stores.pool, accounts })
/** The owners of all, not bound to that of the request. */
const poolOf = ({ stores, accounts }: Context) => accounts?.pool ?? stores.pool

/** The providers by which members of the owner log in; none in local mode. */
const providersOf = async ({ providersOf: ask, actor }: Context) => (actor && (await ask?.(actor.ownerId))) ?? []
const issuersOf = async (context: Context) => (await providersOf(context)).map(({ issuer }) => issuer)

const role = z.enum(roles as readonly [(typeof roles)[number], ...(typeof roles)[number][]])
const chosenRoles = z.array(role).min(1, 'Choose at least one role.').max(roles.length)
const groups = z.array(personId).max(limits.directory.groups).default([])
const email = z
  .email('Enter a mail address, such as ana@example.com.')
  .max(limits.members.emailCharacters)
  .toLowerCase()
const name = z.string().trim().min(1, 'A name is required.').max(limits.directory.nameCharacters)
const ofMember = z.strictObject({ personId })
const ownerId = z
  .string()
  .max(4 * limits.directory.idCharacters)
  .transform(canonicalId)
const newOwnerId = ownerId.superRefine((id, context) => {
  const fault = directoryIdFault(id)
  if (fault !== null) context.addIssue({ code: 'custom', message: fault })
})
const ofOwner = z.strictObject({ id: ownerId })

/** The people and services that may use the owner, with their roles. */
export const membersRouter = router({
  list: procedure('member.admin').query(({ ctx }) => listMembers(memberStores(ctx), ctx.actor)),
  setRoles: procedure('member.admin')
    .input(z.strictObject({ personId, roles: chosenRoles }))
    .mutation(({ ctx, input }) => setRoles(memberStores(ctx), ctx.actor, input)),
  disable: procedure('member.admin')
    .input(ofMember)
    .mutation(({ ctx, input }) => disableMember(memberStores(ctx), ctx.actor, input.personId)),
  enable: procedure('member.admin')
    .input(ofMember)
    .mutation(({ ctx, input }) => enableMember(memberStores(ctx), ctx.actor, input.personId)),
  remove: procedure('member.admin')
    .input(ofMember)
    .mutation(({ ctx, input }) => removeMember(memberStores(ctx), ctx.actor, input.personId)),
  erase: procedure('installation.admin')
    .input(ofMember.extend({ confirmation: z.string().max(limits.directory.idCharacters * 4) }))
    .mutation(({ ctx, input }) => erasePerson(memberStores(ctx), ctx.actor, input)),
  secondFactor: procedure('member.admin').query(({ ctx }) => readSecondFactorDemand(memberStores(ctx), ctx.actor)),
  demandSecondFactor: procedure('member.admin')
    .input(z.strictObject({ isDemanded: z.boolean() }))
    .mutation(({ ctx, input }) => demandSecondFactor(memberStores(ctx), ctx.actor, input.isDemanded)),
  publishReview: procedure('member.admin').query(({ ctx }) => readPublishReview(memberStores(ctx), ctx.actor)),
  demandPublishReview: procedure('member.admin')
    .input(z.strictObject({ isDemanded: z.boolean() }))
    .mutation(({ ctx, input }) => demandPublishReview(memberStores(ctx), ctx.actor, input.isDemanded)),
})

const token = z.string().min(1).max(200)

/** Invitations. Those who accept have no login yet: the token of the link is their right. */
export const invitesRouter = router({
  list: procedure('member.admin').query(({ ctx }) => listInvites(memberStores(ctx), ctx.actor)),
  create: procedure('member.admin')
    .input(z.strictObject({ email: email.optional(), personId: personId.optional(), roles: chosenRoles, groups }))
    .mutation(async ({ ctx, input }) =>
      mailed(ctx, await createInvite(memberStores(ctx), ctx.actor, input), input.email, () =>
        nameOfOwner(ctx.stores.pool, ctx.actor.ownerId),
      ),
    ),
  revoke: procedure('member.admin')
    .input(z.strictObject({ id: uuid }))
    .mutation(({ ctx, input }) => revokeInvite(memberStores(ctx), ctx.actor, input.id)),
  /** A mutation, though it changes nothing: the address of a query would lie in logs with its token. */
  show: openProcedure
    .input(z.strictObject({ token }))
    .mutation(({ ctx, input }) =>
      counted(ctx, async () => showInvite(accountsOf(ctx), input.token, (await ctx.login?.()) ?? null)),
    ),
  /** With a new account, or without one as the account of the request. */
  accept: openProcedure
    .input(
      z.strictObject({
        token,
        account: z
          .strictObject({ email, name, password: z.string().max(limits.members.passwordCharacters) })
          .optional(),
      }),
    )
    .mutation(({ ctx, input: { token: of, account } }) =>
      counted(ctx, async () => {
        const accounts = accountsOf(ctx)
        if (account) return acceptInvite(accounts, of, { kind: 'account', ...account })
        const login = await ctx.login?.()
        if (!login) throw new ApiError('UNAUTHENTICATED', 'Log in first, then open the link again.')
        return acceptInvite(accounts, of, { kind: 'login', login })
      }),
    ),
})

/** The invitation, and whether its link was mailed: `none` without an address or a mail server. */
async function mailed(
  { mailInvite, actor }: Context,
  invite: CreatedInvite,
  address: string | undefined,
  ownerName: () => Promise<string>,
): Promise<CreatedInvite & { readonly mail: 'none' | 'sent' | 'failed' }> {
  if (!mailInvite || address === undefined) return { ...invite, mail: 'none' }
  const { token, expiresAt } = invite
  const invitedBy = actor?.name ?? 'Heddle'
  const isSent = await mailInvite({ email: address, token, expiresAt, invitedBy, owner: await ownerName() })
  return { ...invite, mail: isSent ? 'sent' : 'failed' }
}

/** An attempt at the token of an invitation: each address has few that fail. */
async function counted<Answer>({ attempts }: Context, work: () => Promise<Answer>): Promise<Answer> {
  const attempt = { address: requestOrigin()?.address ?? null }
  await attempts?.count('invitation', attempt)
  const answer = await work()
  await attempts?.succeeded('invitation', attempt)
  return answer
}

function accountsOf({ accounts }: Context) {
  if (accounts) return accounts
  throw new ApiError('NOT_FOUND', 'There are no invitations here: Heddle runs without login (HEDDLE_AUTH=off).')
}

/** Owners: those of the caller, and all of them for administrators of the installation. */
export const ownersRouter = router({
  mine: procedure('me').query(({ ctx }) => listMyOwners(ctx.accounts, ctx.actor)),
  choose: procedure('me')
    .input(z.strictObject({ ownerId }))
    .mutation(({ ctx, input }) => chooseOwner(ctx.accounts, ctx.actor, input.ownerId)),
  entries: procedure('me').query(({ ctx }) => listEntries(ctx.stores.pool, ctx.actor)),
  enter: procedure('installation.admin')
    .input(z.strictObject({ ownerId, reason: reason.trim().min(1, 'Say why: the members see it.') }))
    .mutation(({ ctx, input }) => enterOwner(ctx.accounts, ctx.actor, input)),
  leave: procedure('installation.admin').mutation(({ ctx }) => leaveOwner(ctx.accounts, ctx.actor)),
  list: procedure('installation.admin').query(({ ctx }) => listOwners(poolOf(ctx))),
  create: procedure('installation.admin')
    .input(z.strictObject({ id: newOwnerId, name, region: name.default('local'), email: email.optional() }))
    .mutation(async ({ ctx, input }) =>
      mailed(ctx, await createOwner(poolOf(ctx), ctx.actor, input), input.email, async () => input.name),
    ),
  rename: procedure('installation.admin')
    .input(z.strictObject({ id: ownerId, name }))
    .mutation(({ ctx, input }) => renameOwner(poolOf(ctx), ctx.actor, input.id, input.name)),
  suspend: procedure('installation.admin')
    .input(ofOwner)
    .mutation(({ ctx, input }) => suspendOwner({ pool: poolOf(ctx), accounts: ctx.accounts }, ctx.actor, input.id)),
  resume: procedure('installation.admin')
    .input(ofOwner)
    .mutation(({ ctx, input }) => resumeOwner(poolOf(ctx), ctx.actor, input.id)),
})

const claim = z.string().trim().min(1, 'Enter the value that the login sends.').max(limits.members.claimCharacters)
/** An issuer, or `*` for any provider. */
const provider = z.string().min(1, 'Choose a provider.').max(limits.members.issuerCharacters)
const mapping = z.discriminatedUnion('kind', [
  z.strictObject({ provider, claim, kind: z.literal('group'), target: personId }),
  z.strictObject({ provider, claim, kind: z.literal('role'), target: role }),
])

/** What the groups of a login give in this owner. */
export const mappingsRouter = router({
  list: procedure('member.admin').query(({ ctx }) => listMappings(ctx.stores.pool, ctx.actor)),
  /** The providers by which members log in, for the choice of one. */
  providers: procedure('member.admin').query(({ ctx }) => providersOf(ctx)),
  save: procedure('member.admin')
    .input(mapping)
    .mutation(async ({ ctx, input }) => saveMapping(ctx.stores.pool, ctx.actor, input, await issuersOf(ctx))),
  remove: procedure('member.admin')
    .input(z.strictObject({ provider, claim, kind: z.enum(['group', 'role']), target: z.string().max(100) }))
    .mutation(({ ctx, input }) => removeMapping(ctx.stores.pool, ctx.actor, input)),
})
