import { type ReactNode, useEffect, useRef, useState } from "react";

const NEAR = "120px";

/** What stands further down a page is fetched when somebody scrolls there, and not while they reach for a game. */
export function WhenSeen({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (seen || !place.current) return;
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: NEAR },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [seen]);
  return seen ? children : <div ref={place} className={className} />;
}
