import type { z } from 'zod'
import { ApiError } from '../../api-error.ts'
import { plainIssue } from './plain-issue.ts'

/** A zod issue as a place and a sentence: `tags.3: Too long`. Unknown keys are named. */
export function describeIssue(issue: z.core.$ZodIssue): { readonly path: string; readonly message: string } {
  const at = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    return { path: [...at, key].join('.'), message: `Unknown field ${key}.` }
  }
  const path = at.join('.')
  const message = plainIssue(issue)
  return { path, message: path === '' ? message : `${path}: ${message}` }
}

/** The error of an input: its message is the first issue, and `errors` contains all of them. */
export function inputError(error: z.ZodError): ApiError {
  const errors = error.issues.map(describeIssue)
  const [first] = error.issues
  const tooLarge = first?.code === 'custom' && first.params?.code === 'TOO_LARGE'
  const { path, message } = errors[0] ?? { path: '', message: 'The input is not valid.' }
  return new ApiError(tooLarge ? 'TOO_LARGE' : 'BAD_REQUEST', message, path === '' ? undefined : path, errors)
}
