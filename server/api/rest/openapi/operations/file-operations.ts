import { fileQuery } from '../../files.ts'
import type { Operations } from '../operation.ts'
import { uploadedFile } from '../shapes/file-shapes.ts'

/** The routes of files. */
export const fileOperations: Operations = {
  'POST /v1/files': {
    id: 'uploadFile',
    summary: 'Upload a file',
    description:
      'The body is the file, with Content-Type: application/octet-stream. The answer is the value to send in an input, where the schema has `format: heddle-file`. A file that no run uses is removed after a day.',
    permission: 'file.upload',
    query: fileQuery,
    body: 'any',
    answers: { 201: { says: 'The file is stored.', json: uploadedFile } },
    errors: ['INVALID_INPUT', 'TOO_LARGE', 'QUOTA_EXCEEDED', 'UNSUPPORTED_MEDIA_TYPE'],
  },
}
