import type { z } from 'zod'

/** A zod issue as a place and a sentence: `tags.3: Too long`. Unknown keys are named. */
export function describeIssue(issue: z.core.$ZodIssue): { readonly path: string; readonly message: string } {
  const at = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    return { path: [...at, key].join('.'), message: `The field ${key} is not known.` }
  }
  const path = at.join('.')
  return { path, message: path === '' ? issue.message : `${path}: ${issue.message}` }
}
