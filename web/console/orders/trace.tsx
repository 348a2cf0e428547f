/** By this the engineer finds what the logs say of it; its beginning is what a customer reads from an error. */
export const Trace = ({ id }: { id: string }) => (
  <code translate="no" className="address break-all" title="서버 로그에서 trace로 찾습니다">
    {id}
  </code>
)
