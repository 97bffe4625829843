import type { Metadata } from 'next'
import { WorkersPage } from '#components/overview/workers/workers-page.tsx'

export const metadata: Metadata = { title: 'Workers and engines' }

export default function Page() {
  return <WorkersPage />
}
