import type { Template } from './models.ts'

export async function listTemplates(): Promise<readonly Template[]> {
  throw new Error('Not reached yet.')
}
