import { z } from 'zod'
import { limits } from '#core/limits.ts'

const { nameCharacters, valueCharacters } = limits.variables

export const variableName = z
  .string()
  .max(nameCharacters, `A name has at most ${nameCharacters} characters.`)
  .regex(/^[A-Za-z_]\w*$/, 'A name consists of letters, digits and _, and does not begin with a digit.')
export const variableValue = z.string().max(valueCharacters, `A value has at most ${valueCharacters} characters.`)
export const variableDescription = z.string().max(limits.text.title).optional()
