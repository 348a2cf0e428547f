/** What an app's own browser does to new links. */
export const LINKS_LOST = '새로 만든 링크를 잃어버릴 수 있습니다.'

/** How long links that the server tells only once can still be seen. */
export const InThisTab = ({ isStored }: { isStored: boolean }) =>
  isStored
    ? '링크는 이 탭에만 있습니다. 새로고침해도 그대로이며, 완료를 누르거나 로그아웃하거나 탭을 닫으면 다시 볼 수 없습니다.'
    : '이 브라우저는 링크를 간직하지 못하니, 새로고침하거나 탭을 닫기 전에 먼저 보내 주세요.'
