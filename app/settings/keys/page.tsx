import type { Metadata } from 'next'
import { KeysPage } from '#components/identity/keys/keys-page.tsx'

export const metadata: Metadata = { title: 'API keys' }

export default function Page() {
  return <KeysPage />
}
