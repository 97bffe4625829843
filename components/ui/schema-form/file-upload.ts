'use client'

import { createContext } from 'react'
import type { FileValue } from '#core/definition/files/file-value.ts'

/** Uploads a file and answers its value; rejects with a sentence for people. Null: nothing can be uploaded here. */
export const FileUpload = createContext<((file: File) => Promise<FileValue>) | null>(null)
