import { z } from 'zod'
import { isResourceName } from '#core/definition/envelope.ts'
import { limits } from '#core/limits.ts'
import { cursor, page, reason } from './inputs.ts'

const { resourceCharacters, labels, labelCharacters } = limits.envelope
const storable = (text: string) => text.isWellFormed() && !text.includes('\0')
const unstorable = 'The text contains characters that cannot be stored (NUL or half of a surrogate pair).'
const labelText = z.string().max(labelCharacters).refine(storable, { error: unstorable })

/** Any text that may be asked for: an id that cannot exist is an unknown resource. */
export const askedResource = z.string().min(1).max(resourceCharacters).refine(storable, { error: unstorable })

export const resourceId = z.string().refine(isResourceName, {
  error: `Write kind:name, such as device:7, with up to ${resourceCharacters} characters.`,
})

export const resourceLabels = z
  .record(labelText.min(1), labelText)
  .refine((given) => Object.keys(given).length <= labels, { error: `A resource has up to ${labels} labels.` })

export const releaseReason = reason.trim().min(1, 'Say why: the reason is shown in the run and in the audit.')

const filter = {
  kind: askedResource.optional(),
  prefix: askedResource.optional(),
}

/** A page of resources, as procedures ask for it. */
export const resourcesInput = z.strictObject({ ...filter, inUse: z.boolean().optional(), ...page })

export const resourceFilter = { ...filter, cursor: cursor.optional() }
