import { Hono, type Context as HonoContext } from 'hono'
import type { Pool } from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { createUploadGate, type UploadGate } from '../../files/upload-gate.ts'
import { senderOf } from '../../limits/sender.ts'
import { requestAddress } from '../../request-address.ts'
import type { Stores, StoresOf } from '../../stores.ts'
import { formPage, messagePage, submissionName, trapName } from '../../triggers/forms/form-page.ts'
import { type Answers, answersOf } from '../../triggers/forms/read-answers.ts'
import { findForm, newSubmissionId, type OpenForm, opensForm, submitForm } from '../../triggers/forms/submit-form.ts'
import { isHookId } from '../../triggers/hooks/hook-id.ts'
import { type Multipart, readMultipart } from '../request/multipart.ts'
import { mediaType, readBytes } from '../request/request-body.ts'

export interface FormServices {
  readonly stores: Stores
  readonly storesOf?: StoresOf | undefined
  /** Finds the owner of a form, for all owners. Unset: local mode, where the stores see every owner. */
  readonly formOwners?: Pool | undefined
  readonly actorOf: (request: Request) => Promise<Actor | null>
  /** The path of the login that leads back to a path. Unset: local mode. */
  readonly loginPath?: ((to: string) => string) | undefined
}

const { callBytes, submissions } = limits.triggers

/** A form runs no script, loads nothing, and is shown in no frame. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

interface Found {
  readonly form: OpenForm
  readonly stores: Stores
  readonly by: Actor | null
}

/**
 * The pages of forms, for people. A public one reads no cookie; the front lets no other site send one. What cannot be
 * opened has one answer, whatever the reason.
 */
export function formRoutes(services: FormServices): Hono {
  const perForm = new RateLimiterMemory({ keyPrefix: 'form', points: submissions.perForm, duration: 60 })
  const perSender = new RateLimiterMemory({ keyPrefix: 'form sender', points: submissions.perSender, duration: 60 })
  const gate = createUploadGate()
  const app = new Hono()
  app.get('/:id', async (c) => {
    const found = await findOpen(services, c)
    if (found instanceof Response) return found
    const answers = answersOf(new URL(c.req.url).searchParams)
    return page(c, 200, pageOf(found.form, { answers, submissionId: newSubmissionId() }))
  })
  app.post('/:id', async (c) => {
    const found = await findOpen(services, c)
    if (found instanceof Response) return found
    const { form, stores, by } = found
    const isWithin = await counted(perSender, `${form.id} ${senderOf(requestAddress(c.req.raw))}`)
    if (!isWithin || !(await counted(perForm, form.id))) return tooMany(c)
    const sent = await sentForm(c.req.raw, form, gate).catch(asRefusal)
    if (sent instanceof ApiError) return notSent(c, sent)
    const { pairs, files } = sent
    // Programs that fill in every field are thanked, and start nothing.
    if ((pairs.get(trapName) ?? '') !== '') return page(c, 200, messagePage(form.title, form.thanks))
    const submissionId = z.uuid().safeParse(pairs.get(submissionName)).data ?? newSubmissionId()
    const answers = answersOf(pairs)
    const submitted = await submitForm({ pool: stores.pool, starter: stores.engine.starter }, form, {
      answers,
      files,
      submissionId,
      by,
    })
    if (submitted.ok) return page(c, 200, messagePage(form.title, form.thanks))
    return page(c, submitted.status, pageOf(form, { answers: complete(form, answers), submissionId, ...submitted }))
  })
  return app
}

type Shown = { readonly answers: Answers; readonly submissionId: string } & Partial<
  Pick<Parameters<typeof formPage>[0], 'problems' | 'problem'>
>

const pageOf = ({ title, intro, sections }: OpenForm, { problems = new Map(), ...shown }: Shown) =>
  formPage({ title, intro, sections, problems, ...shown })

/** A field that was sent empty, or a box without its tick, stays so instead of getting its default back. */
function complete({ sections }: OpenForm, answers: Answers): Answers {
  const names = sections.flatMap(({ fields }) => fields.map(({ name }) => name))
  return new Map(names.map((name) => [name, answers.get(name) ?? []]))
}

async function findOpen(
  { stores, storesOf, formOwners, actorOf, loginPath }: FormServices,
  c: HonoContext,
): Promise<Found | Response> {
  const id = c.req.param('id') ?? ''
  const owned = isHookId(id) ? await storesOfForm(id, { stores, storesOf, formOwners }) : null
  const form = owned && (await findForm(owned.pool, id))
  if (!form) return notFound(c)
  if (form.access === 'public') return { form, stores: owned, by: null }
  const by = await actorOf(c.req.raw)
  if (opensForm(form, by)) return { form, stores: owned, by }
  if (by !== null || !loginPath) return notFound(c)
  return c.req.method === 'GET'
    ? c.redirect(loginPath(new URL(c.req.url).pathname), 302)
    : page(c, 401, messagePage('Not sent', 'Log in and open the form again.'))
}

async function storesOfForm(
  id: string,
  { stores, storesOf, formOwners }: Pick<FormServices, 'stores' | 'storesOf' | 'formOwners'>,
): Promise<Stores | null> {
  if (!storesOf || !formOwners) return stores
  const { rows } = await formOwners.query<{ ownerId: string }>({
    name: 'owner-of-form',
    text: `select owner_id as "ownerId" from trigger where hook_id = $1`,
    values: [id],
  })
  return rows[0] ? storesOf(rows[0].ownerId) : null
}

/** What a browser sends: in parts where the form has files. Throws `BAD_REQUEST`, `TOO_LARGE`. */
async function sentForm(request: Request, { sections }: OpenForm, gate: UploadGate): Promise<Multipart> {
  const hasFiles = sections.some(({ fields }) => fields.some(({ control }) => control === 'file'))
  const type = mediaType(request)
  if (hasFiles && type === 'multipart/form-data')
    return gate.pass(senderOf(requestAddress(request)), () => readMultipart(request))
  if (type !== 'application/x-www-form-urlencoded') throw new ApiError('BAD_REQUEST', 'Send the form from its page.')
  return { pairs: new URLSearchParams((await readBytes(request, callBytes)).toString('utf8')), files: new Map() }
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

function notSent(c: HonoContext, { code, message }: ApiError): Response | Promise<Response> {
  if (code === 'TOO_MANY_REQUESTS') return tooMany(c)
  return page(c, code === 'TOO_LARGE' ? 413 : 400, messagePage('Not sent', message))
}

async function counted(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  )
}

function tooMany(c: HonoContext): Response | Promise<Response> {
  c.header('retry-after', '60')
  return page(
    c,
    429,
    messagePage('Not sent', 'Too many answers came from here. Go back and send them again in a minute.'),
  )
}

const notFound = (c: HonoContext) =>
  page(c, 404, messagePage('No form here', 'The address is wrong, or the form is closed.'))

function page(
  c: HonoContext,
  status: 200 | 400 | 401 | 404 | 413 | 422 | 429,
  content: ReturnType<typeof messagePage>,
) {
  c.header('content-security-policy', policy)
  return c.html(content, status)
}
