"""The functions' entry points, by the names that the template in deploy/aws gives them."""

from parlour.aws.house import woken
from parlour.aws.http import answer_request
from parlour.aws.news import tell_news
from parlour.aws.socket import answer_socket
from parlour.aws.think import think as think_event
from parlour.aws.tick import tick as tick_event

http = woken(answer_request)
socket = woken(answer_socket)
news = woken(tell_news)
tick = woken(tick_event)
think = woken(think_event)
