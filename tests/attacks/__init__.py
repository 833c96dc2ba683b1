"""What people try who mean no good, by who they are, and that it fails. `tests/hostile` sends what nobody should send;
here somebody wants to gain by it.

* `test_player.py`: somebody in a seat wants to know beforehand what a bot does, or what others hold. They work out
  its lots from what they know, ask for steps and batches that are refused, and look at how long a bot takes.
* `test_lots.py`: the same for everything that is drawn by lot: none of it follows from what a client knows or chooses.
* `test_guest.py`: a guest, who costs nothing to be, takes what others need: the bots' time, tables, names.
* `test_substitute.py`: somebody who has or had a seat takes over another, and sees two hands.
* `test_organiser.py`: the organiser of a tournament uses it to win, or to keep the house busy.
* `test_stranger.py`: somebody on the network, signed in or not, shuts others out or guesses their passwords.
"""
