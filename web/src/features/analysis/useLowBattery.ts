import { useEffect, useState } from "react";

const LOW = 0.2;

interface Battery extends EventTarget {
  charging: boolean;
  level: number;
}

declare global {
  interface Navigator {
    getBattery?: () => Promise<Battery>; // Chromium has it, and no standard
  }
}

/** Whether the device runs on what is left of its battery. Where a browser does not say, it does not. */
export function useLowBattery(): boolean {
  const [low, setLow] = useState(false);
  useEffect(() => {
    let battery: Battery | null = null;
    let wanted = true;
    const look = () => battery && setLow(!battery.charging && battery.level <= LOW);
    navigator.getBattery?.().then(
      (found) => {
        if (!wanted) return;
        battery = found;
        for (const change of CHANGES) found.addEventListener(change, look);
        look();
      },
      () => undefined,
    );
    return () => {
      wanted = false;
      for (const change of CHANGES) battery?.removeEventListener(change, look);
    };
  }, []);
  return low;
}

const CHANGES = ["levelchange", "chargingchange"];
