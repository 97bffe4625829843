import { z } from 'zod'
import type { fileObject } from '../../files.ts'

export const uploadedFile = z
  .strictObject({
    heddle_file: z.string().describe('The id of the file.'),
    name: z.string(),
    media_type: z.string().describe('By the ending of the name.'),
    bytes: z.int(),
  })
  .meta({ id: 'File' }) satisfies z.ZodType<ReturnType<typeof fileObject>>
