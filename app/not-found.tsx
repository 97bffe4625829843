import { NotFoundPage } from '#components/shell/failure/not-found-page.tsx'

export default function NotFound() {
  return <NotFoundPage />
}
